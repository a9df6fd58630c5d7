import { pageHref } from '@emberwatch/contract'
import { ScanOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneWidth, useNarrow } from '../../../kit/use-narrow.ts'
import './product-trace.css'

/** Opens the history of a code. A hand scanner types it and presses Enter, so the field has the focus. */
export const ScanCode = () => {
  const { t } = useTranslation('product-trace')
  const id = useId()
  const [code, setCode] = useState('')
  // On a phone, the focus would open the keyboard over the list.
  const onPhone = useNarrow(phoneWidth)
  return (
    <div className="ew-scan">
      <label htmlFor={id}>{t(($) => $.scan.label)}</label>
      <Input.Search
        id={id}
        autoFocus={!onPhone}
        allowClear
        maxLength={40}
        prefix={<ScanOutlined aria-hidden />}
        placeholder={t(($) => $.scan.placeholder)}
        enterButton={t(($) => $.scan.open)}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onSearch={(typed) => {
          if (typed.trim() !== '') location.hash = pageHref('traceDetail', { code: typed.trim() })
        }}
      />
    </div>
  )
}
