import { useShownOnce } from '../../../kit/creators.ts'
import EndpointForm from './endpoint.form.tsx'
import { usePushSecret } from './secret-once.tsx'

/** The form for a new endpoint from any drop-down of endpoints, then its secret. */
export default function EndpointCreator({ onClose }: { onClose: () => void }) {
  const secret = usePushSecret()
  const { made, onMade, close } = useShownOnce(secret.dialog, onClose)
  if (made) return secret.dialog
  return (
    <EndpointForm
      row={undefined}
      onClose={close}
      onCreated={(answer, isMqtt) => {
        secret.show(answer, isMqtt)
        onMade()
      }}
    />
  )
}
