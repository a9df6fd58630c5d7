import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneWidth, useNarrow } from '../kit/use-narrow.ts'
import { useCan } from '../session/me.tsx'
import { phonePageUrl } from './phone-page-url.ts'
import { browserStore } from '../storage.ts'

const dismissedKey = 'ew.phoneHint'

/** Tells an engineer on a phone that there is a page for it. */
export const PhoneHint = () => {
  const { t } = useTranslation()
  const can = useCan()
  const narrow = useNarrow(phoneWidth)
  const [dismissed, setDismissed] = useState(() => browserStore.getItem(dismissedKey) !== null)
  if (!narrow || dismissed || !can('order:work')) return null
  const dismiss = () => {
    browserStore.setItem(dismissedKey, 'dismissed')
    setDismissed(true)
  }
  return (
    <div className="ew-bar" role="status">
      {t(($) => $.phonePage.hint)}
      <a className="ew-button" href={phonePageUrl}>
        {t(($) => $.phonePage.open)}
      </a>
      <button type="button" className="ew-button" onClick={dismiss}>
        {t(($) => $.phonePage.stay)}
      </button>
    </div>
  )
}
