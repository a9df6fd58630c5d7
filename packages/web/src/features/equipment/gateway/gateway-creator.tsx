import { useShownOnce } from '../../../kit/creators.ts'
import { useSecretOnce } from './gateway-connection.tsx'
import { CreateGateway } from './gateway.form.tsx'

/** The form for a new gateway from any drop-down of gateways, then its secret. */
export default function GatewayCreator({ onClose }: { onClose: () => void }) {
  const secret = useSecretOnce()
  const { made, onMade, close } = useShownOnce(secret.dialog, onClose)
  if (made) return secret.dialog
  return (
    <CreateGateway
      onClose={close}
      onCreated={(given) => {
        secret.show(given)
        onMade()
      }}
    />
  )
}
