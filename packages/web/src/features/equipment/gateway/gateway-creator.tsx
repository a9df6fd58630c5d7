import { useShownOnce } from '../../../kit/creators.ts'
import { useSecretOnce } from './gateway-connection.tsx'
import { CreateGateway } from './gateway.form.tsx'
import type { LinkSender } from './link-fields.ts'

interface GatewayCreatorProps {
  /** The transmitter to be registered, if it reports already. */
  sender?: LinkSender
  onClose: () => void
}

/** The form for a new gateway from any drop-down of gateways, or from what an unregistered one sent; then what to enter in it. */
export default function GatewayCreator({ sender, onClose }: GatewayCreatorProps) {
  const secret = useSecretOnce()
  const { made, onMade, close } = useShownOnce(secret.dialog, onClose)
  if (made) return secret.dialog
  return (
    <CreateGateway
      sender={sender}
      onClose={close}
      onCreated={(given) => {
        secret.show(given)
        onMade()
      }}
    />
  )
}
