import { create } from 'zustand'

/** Whether the server can be reached. The browser's own view of its network is not reliable, for example in a cellar. */
export const useConnection = create<{ offlineSince: number | null; heardAt: number | null }>(() => ({
  offlineSince: navigator.onLine ? null : Date.now(),
  heardAt: null,
}))

export const heardFromServer = (): void => useConnection.setState({ offlineSince: null, heardAt: Date.now() })

export const notReached = (): void => useConnection.setState(({ offlineSince }) => ({ offlineSince: offlineSince ?? Date.now() }))

addEventListener('offline', notReached)
