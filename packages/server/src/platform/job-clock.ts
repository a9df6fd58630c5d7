import type pg from 'pg'

/** What the queue measures its pauses with: by the system's clock, one in which that is set back by an hour would last an hour longer. */
export const steadyClock = {
  now: (): number => performance.timeOrigin + performance.now(),
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
}

/** Two looks of the schedule are further apart, so that one which lies ahead tells of a clock that was set back. */
const toleratedS = 2

/**
 * After the database's clock was set back by an hour, the queue would start no job on its schedule for as long: it has looked, and has started what is due,
 * at times that lie ahead. And what waits would wait as long once more.
 */
export const catchUpWithClock = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ exists: boolean }>(`select to_regclass('jobs.version') is not null as exists`)
  if (!rows[0]?.exists) return
  const isAhead = (moment: string): string => `${moment} > jobs.job_now() + interval '${toleratedS} s'`
  await pool.query(`
    with back as (
      update jobs.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null
       where ${isAhead('cron_on')} returning 1),
    queues as (
      update jobs.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
       where exists (select from back) and ${isAhead('greatest(monitor_claim_on, monitor_on, maintain_on)')})
    update jobs.job set singleton_on = null,
        start_after = case when state > 'retry' then start_after when ${isAhead('created_on')} then jobs.job_now() + (start_after - created_on)
          when state = 'retry' then least(start_after, jobs.job_now()) else start_after end,
        created_on = least(created_on, jobs.job_now())
     where exists (select from back) and (${isAhead(`singleton_on at time zone 'UTC'`)} or state < 'active' and ${isAhead('greatest(created_on, start_after)')})`)
}

/** Whether a job of one of these names has ended within this time (ms), in whichever process. */
export const hasRunWithin = async (pool: Pick<pg.Pool, 'query'>, names: readonly string[], ms: number): Promise<boolean> => {
  const { rows } = await pool.query<{ ran: boolean | null }>(
    `select max(completed_on) > jobs.job_now() - $2 * interval '1 ms' as ran from jobs.job where name = any ($1::text[])`,
    [names, ms],
  )
  return rows[0]?.ran === true
}
