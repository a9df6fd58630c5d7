import { endpoints, type GatewaySecret } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { CodeFacts, SecretField, SecretOnce, useShown } from '../../../kit/secret-once.tsx'

/** Everything to be entered in a gateway besides its secret. */
export const ConnectionFacts = ({ code }: { code: string }) => {
  const { t } = useTranslation('gateway')
  const { data } = useCall(endpoints.gateway.connection, {}, { staleTime: 300_000 })
  const words = t(($) => $.secret, { returnObjects: true })
  // “Not open” is said only once it is known.
  const port = (open: number | null | undefined) => (data === undefined ? '…' : (open ?? words.none))
  return (
    <CodeFacts
      facts={[
        [words.user, code],
        // If the server gives no host, gateways use the same host as the console.
        [words.host, data === undefined ? '…' : (data.host ?? location.hostname)],
        [words.port, port(data?.port)],
        [words.tls, port(data?.tlsPort)],
        [words.protocol, 'MQTT 3.1.1 / 5.0, QoS 1'],
        [words.topic, `ew/v1/${code}/report`],
        [words.heartbeat, `ew/v1/${code}/heartbeat`],
      ]}
    />
  )
}

/** Shows a gateway's secret, once. */
export const useSecretOnce = () => {
  const { t } = useTranslation('gateway')
  return useShown<GatewaySecret>(({ code, secret }, onClose) => (
    <SecretOnce title={t(($) => $.secret.title, { code })} hint={t(($) => $.secret.hint)} width={560} onClose={onClose}>
      <SecretField secret={secret} />
      <ConnectionFacts code={code} />
    </SecretOnce>
  ))
}
