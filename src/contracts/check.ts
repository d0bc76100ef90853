// Doctor's vocabulary: a check is exported by the module that knows what can be wrong.

export interface Finding {
  /** Stable name, `home.permissions`. */
  check: string;
  level: 'ok' | 'warning' | 'error';
  /** One sentence a person understands. */
  says: string;
  /** What to do; required for warnings and errors. */
  remedy?: string;
}

export interface Check {
  name: string;
  /** Never throws for what it looks for; a throw is reported as an error of the check itself. */
  run(): Promise<Finding[]> | Finding[];
}
