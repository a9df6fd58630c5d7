/** A page that stays after all, because its form is not left, is there again by then (ms). */
const leavingFor = 3_000
let leavingAt = -Infinity

/** Browsers cut off what a page still waits for when it goes: by a reload, another language, an address of another site. */
export const watchLeaving = (page: Pick<Window, 'addEventListener'>, now = () => performance.now()): void => {
  for (const event of ['beforeunload', 'pagehide']) page.addEventListener(event, () => (leavingAt = now()))
}

export const isLeaving = (now = performance.now()): boolean => now - leavingAt < leavingFor

/** Was a read cut off by whoever asked? Nobody waits for its answer any more, so that is no failure of the network. */
export const isCutOff = (error: unknown, signal?: AbortSignal): boolean =>
  signal?.aborted === true || (error instanceof Error && error.name === 'AbortError')
