import type { Jobs } from '../platform/jobs.ts'

/** For processes and benchmarks without a job queue. */
export const noJobs: Jobs = {
  start: async () => undefined,
  stop: async () => undefined,
  send: async () => undefined,
  healthy: () => true,
  problems: () => [],
}
