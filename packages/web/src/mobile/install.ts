import { create } from 'zustand'

/** Not in the types: Chrome asks whether the page shall be installed only when it is told to. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const useOffer = create<{ offer: InstallEvent | null }>(() => ({ offer: null }))

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  useOffer.setState({ offer: event as InstallEvent })
})
addEventListener('appinstalled', () => useOffer.setState({ offer: null }))

/** Installs the page, where the browser offers that. */
export const useInstall = (): (() => void) | null => {
  const offer = useOffer((state) => state.offer)
  return offer ? () => void offer.prompt() : null
}
