// What something costs, whoever else uses the machine.

/** Milliseconds of this process's own work. */
export function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
