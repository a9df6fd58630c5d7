import { QRCode } from 'antd'

/** On its own, because it brings antd with it: the sign-in form does not wait for this. */
export default function AppQr({ url }: { url: string }) {
  return <QRCode value={url} size={112} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
}
