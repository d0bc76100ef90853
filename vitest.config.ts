// One runner for every suite. Files run in parallel processes, because better-sqlite3 is a native module.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // More than cores: many wait for a server, a process or a clock most of the time.
    maxWorkers: 4,
    // Loading the product anew for each file would take as long as half of the tests. No module keeps what a test could feel.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
