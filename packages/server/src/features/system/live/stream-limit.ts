import { limits } from '@emberwatch/contract'
import type { EventStream } from '../../../platform/http/binding.ts'

/** How long a displaced stream waits before it reconnects, so that many windows do not displace each other in turn. */
const retryMs = 30_000

const closeOldest = (streams: Set<EventStream>, limit: number): void => {
  for (const oldest of streams) {
    if (streams.size <= limit) return
    streams.delete(oldest)
    oldest.send({ event: 'ping', data: '', retryMs })
    oldest.close()
  }
}

/**
 * Limits the open streams per session and per account in this process. The oldest is closed, never the newest: a reloaded page must get its
 * stream even while its previous connection is still open.
 */
export const createStreamLimit = () => {
  const open = new Map<string, Set<EventStream>>()
  const add = (key: string, stream: EventStream, limit: number): void => {
    const streams = open.get(key) ?? new Set()
    open.set(key, streams.add(stream))
    closeOldest(streams, limit)
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
