import { create } from 'zustand'

/** Whether the server is heard: what the browser believes of its network says little in a cellar. */
export const useConnection = create<{ offlineSince: number | null; heardAt: number | null }>(() => ({
  offlineSince: navigator.onLine ? null : Date.now(),
  heardAt: null,
}))

export const heardFromServer = (): void => useConnection.setState({ offlineSince: null, heardAt: Date.now() })

export const notReached = (): void => useConnection.setState(({ offlineSince }) => ({ offlineSince: offlineSince ?? Date.now() }))

addEventListener('offline', notReached)
