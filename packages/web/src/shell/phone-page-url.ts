/** Address of the phone page, which is next to the console, under whatever path that is served. */
export const phonePageUrl = new URL('m/', document.baseURI).href

/** Addresses under which a machine reaches only itself. */
export const isLoopback = (address: string): boolean => {
  const { hostname } = new URL(address)
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.|^0\.0\.0\.0$/.test(hostname)
  )
}

interface Addresses {
  readonly publicUrl: string | null
  readonly own: readonly string[]
}

/**
 * The addresses at which a phone may find the phone page, the best first: the one that was set; else the one in use here, unless only this machine
 * reaches it; then those of the server's machine in its networks.
 */
export const phoneAddresses = (here: string, { publicUrl, own }: Addresses): string[] => {
  if (publicUrl !== null) return [`${publicUrl}/m/`]
  if (!isLoopback(here)) return [here]
  return own.length > 0 ? own.map((address) => `${address}/m/`) : [here]
}
