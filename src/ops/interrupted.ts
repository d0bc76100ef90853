// A command that is told to end while it has something half done on the disk.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `clean`, which must not take long, before such a signal ends the process. Returns how to take that back. */
export function whenInterrupted(clean: () => void): () => void {
  function end(): void {
    try {
      clean();
    } finally {
      process.exit(130);
    }
  }
  for (const signal of SIGNALS) process.once(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
