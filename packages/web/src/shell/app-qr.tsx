import { QRCode } from 'antd'

/** In its own chunk because it needs antd. The sign-in form does not wait for it. */
export default function AppQr({ url }: { url: string }) {
  return <QRCode value={url} size={112} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
}
