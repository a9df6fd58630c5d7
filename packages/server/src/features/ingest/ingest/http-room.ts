/** The place that one message takes. It counts from `hold` on: by then it is prepared. */
interface Place {
  hold(): void
  /** It waits for a lock: it no longer counts for all, but still for its own gateway. */
  park(): void
  /** It is stored or refused. */
  free(): void
}

/** How many bytes received over HTTP may wait to be stored: of all gateways, and of one, which alone leaves room for the others. */
export const createHttpRoom = (limits: { readonly ofAll: number; readonly ofOne: number }) => {
  let bytes = 0
  const bytesOf = new Map<string, number>()
  const count = (gateway: string, more: number): void => {
    const own = (bytesOf.get(gateway) ?? 0) + more
    if (own > 0) bytesOf.set(gateway, own)
    else bytesOf.delete(gateway)
  }
  return {
    /** Whether there is room; with a gateway, also in its own share. */
    has: (gateway: string | undefined): boolean =>
      bytes < limits.ofAll && (gateway === undefined || (bytesOf.get(gateway) ?? 0) < limits.ofOne),
    take(gateway: string, size: number): Place {
      let counted = 0
      const park = (): void => {
        bytes -= counted
        counted = 0
      }
      return {
        hold() {
          counted = size
          bytes += size
          count(gateway, size)
        },
        park,
        free() {
          park()
          count(gateway, -size)
        },
      }
    },
  }
}
