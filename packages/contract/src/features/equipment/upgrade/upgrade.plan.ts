/** The time window and the waves of a task. */
export interface UpgradePlan {
  /** Cumulative shares of the devices, in per cent. */
  readonly waves: readonly number[]
  /** Minutes of the day at the site; both or none. */
  readonly windowFrom: number | null
  readonly windowTo: number | null
}

/** Whether each wave is larger than the one before, and the last one includes all devices. */
export const wavesFit = (waves: readonly number[]): boolean =>
  waves.at(-1) === 100 && waves.every((share, n) => share > (waves[n - 1] ?? 0))

/** Without a window at any time. With one, from and to must differ; it may run past midnight. */
export const windowFits = ({ windowFrom, windowTo }: Pick<UpgradePlan, 'windowFrom' | 'windowTo'>): boolean =>
  windowFrom === null ? windowTo === null : windowTo !== null && windowFrom !== windowTo

/** Devices under way may be silent for this long before the task reports it. */
export const upgradeSilenceMs = 5 * 60_000

interface Heard {
  readonly state: string
  readonly sent: number
  readonly downloading: number
  readonly verifying: number
  readonly installing: number
  readonly heardAt: string | null
  readonly startedAt: string | null
}

/** Since when the devices under way have been silent, if that is long. Silence is not progress. */
export const upgradeSilentSince = (task: Heard, now: number): string | null => {
  const isUnderWay = task.sent + task.downloading + task.verifying + task.installing > 0
  const since = task.heardAt ?? task.startedAt
  return isUnderWay && since !== null && now - Date.parse(since) > upgradeSilenceMs ? since : null
}
