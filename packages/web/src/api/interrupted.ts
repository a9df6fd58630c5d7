/** If the page stays after all, because the user keeps editing its form, it is visible again within this time (ms). */
const leavingFor = 3_000
let leavingAt = -Infinity

/** Browsers abort pending requests when a page is left: by a reload, a language switch, or a link to another site. */
export const watchLeaving = (page: Pick<Window, 'addEventListener'>, now = () => performance.now()): void => {
  for (const event of ['beforeunload', 'pagehide']) page.addEventListener(event, () => (leavingAt = now()))
}

export const isLeaving = (now = performance.now()): boolean => now - leavingAt < leavingFor

/** Whether the caller aborted a read. Nothing waits for the answer any more, so it is not a network failure. */
export const isCutOff = (error: unknown, signal?: AbortSignal): boolean =>
  signal?.aborted === true || (error instanceof Error && error.name === 'AbortError')
