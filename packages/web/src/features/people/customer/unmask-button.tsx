import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The button next to masked contacts of a row: shows them in full, which is audited. */
export const UnmaskButton = ({ name, onUnmask }: { name: string; onUnmask: () => Promise<void> }) => {
  const { t } = useTranslation('customer')
  const [busy, setBusy] = useState(false)
  const unmask = () => {
    setBusy(true)
    // A failure has been shown by the call.
    onUnmask()
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <Button
      type="text"
      size="small"
      loading={busy}
      icon={<EyeOutlined aria-hidden />}
      aria-label={t(($) => $.unmaskOf, { name })}
      title={t(($) => $.unmask)}
      onClick={unmask}
    />
  )
}
