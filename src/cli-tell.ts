// How a command of the command line tells what came of it: as data for programs, or in words, and by its exit code.

interface Told {
  data: unknown;
  text: string;
  /** Whatever was asked for did not work out, or does not hold: exit code 1. */
  failed?: boolean;
}

export function tell(
  { data, text, failed = false }: Told,
  json: boolean | undefined,
  { print }: { print(text: string): void },
): void {
  print(json ? JSON.stringify(data) : text);
  if (failed) process.exitCode = 1;
}
