import { QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import { apiBase } from '../api/base.ts'

/** An address of our own is relative to that of the calls. */
const absolute = (url: string): string => {
  try {
    return new URL(url, `${apiBase}/`).href
  } catch {
    return url
  }
}

/** In its own chunk because it needs antd. The sign-in form does not wait for it. */
export default function AppQr({ url }: { url: string }) {
  const { t } = useTranslation()
  return (
    <QRCode
      value={absolute(url)}
      size={112}
      type="svg"
      bordered={false}
      color="#000000"
      bgColor="#ffffff"
      aria-label={t(($) => $.login.downloadApp)}
    />
  )
}
