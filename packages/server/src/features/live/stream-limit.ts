import { limits } from '@emberwatch/contract'
import type { EventStream } from '../../platform/http/binding.ts'

/** Whoever is put out comes back this late, so that many windows do not put each other out in turn. */
const comeBackMs = 30_000

const closeOldest = (streams: Set<EventStream>, most: number): void => {
  for (const oldest of streams) {
    if (streams.size <= most) return
    streams.delete(oldest)
    oldest.send({ event: 'ping', data: '', retryMs: comeBackMs })
    oldest.close()
  }
}

/**
 * Bounds the open streams of one session and of one account in this process. The oldest goes, never the newest: a page that is reloaded must get its stream, also when
 * the line of the one before still hangs.
 */
export const createStreamLimit = () => {
  const open = new Map<string, Set<EventStream>>()
  const add = (key: string, stream: EventStream, most: number): void => {
    const streams = open.get(key) ?? new Set()
    open.set(key, streams.add(stream))
    closeOldest(streams, most)
    stream.onClose(() => {
      streams.delete(stream)
      if (streams.size === 0 && open.get(key) === streams) open.delete(key)
    })
  }
  return (stream: EventStream, session: string, accountId: number): void => {
    add(`session ${session}`, stream, limits.streamsPerSession)
    add(`account ${accountId}`, stream, limits.streamsPerAccount)
  }
}
