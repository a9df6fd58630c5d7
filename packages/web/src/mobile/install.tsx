import { useState } from 'react'
import { create } from 'zustand'
import { t } from './texts.ts'
import { Button } from './ui.tsx'
import { browserStore } from '../storage.ts'

/** Not in the types: Chrome only offers to install the page when asked to. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const useOffer = create<{ offer: InstallEvent | null }>(() => ({ offer: null }))

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  useOffer.setState({ offer: event as InstallEvent })
})
addEventListener('appinstalled', () => useOffer.setState({ offer: null }))

/** Installs the page, if the browser supports it. */
export const useInstall = (): (() => void) | null => {
  const offer = useOffer((state) => state.offer)
  return offer ? () => void offer.prompt() : null
}

const declinedKey = 'ew.phone.install'

/** Shown above every page until it is installed or declined; the page “Me” keeps the offer. */
export const InstallOffer = () => {
  const install = useInstall()
  const [declined, setDeclined] = useState(() => browserStore.getItem(declinedKey) !== null)
  if (!install || declined) return null
  const decline = () => {
    browserStore.setItem(declinedKey, 'no')
    setDeclined(true)
  }
  return (
    <aside className="m-install" aria-label={t.me.install}>
      <p>{t.me.installOffer}</p>
      <Button kind="primary" onClick={install}>
        {t.me.install}
      </Button>
      <Button onClick={decline}>{t.me.notNow}</Button>
    </aside>
  )
}
