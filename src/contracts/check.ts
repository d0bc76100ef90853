// Doctor's vocabulary: a check is exported by the module that knows what can be wrong, and where it knows how, brings the
// repair with what it found.

export interface Finding {
  /** Stable name, `home.permissions`. */
  check: string;
  level: 'ok' | 'warning' | 'error';
  /** One sentence a person understands. */
  says: string;
  /** What to do; required for warnings and errors. */
  remedy?: string;
  /** Puts it right, when somebody asks for that. */
  repair?: Repair;
}

export interface Repair {
  /** Beside a running bot or worker it is put off. */
  alone?: true;
  /**
   * Resolves to one sentence of what was done. Rejects with a NightjarError where it could not be done. Loses nothing: what it
   * moves is kept (SetAside), what it changes in memory goes through the ledger.
   */
  run(): Promise<string> | string;
}

export interface Check {
  name: string;
  /** Never throws for what it looks for; a throw is reported as an error of the check itself. Changes nothing. */
  run(): Promise<Finding[]> | Finding[];
}

/**
 * Moves a file of the home, by its full path, to where repairs keep what they take away: `.nightjar-repair/<kind>/<time>/` and
 * its path in the home, or `as`. Resolves to where it is now, relative to the home. Nothing is overwritten.
 */
export type SetAside = (kind: string, path: string, as?: string) => Promise<string>;
