import {
  endpoints,
  hasLinkKeys,
  linkAddressParts,
  type GatewayDetail,
  type GatewaySecret,
  type LinkProtocolName,
} from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel, listed } from '../../../i18n/i18n.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import { CodeFacts, SecretField, SecretOnce, useShown } from '../../../kit/secret-once.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { LinkKey } from './link-key.tsx'

const useConnection = () => useCall(endpoints.gateway.connection, {}, { staleTime: 300_000 })

/** Everything to be entered in a gateway besides its secret. */
export const ConnectionFacts = ({ code }: { code: string }) => {
  const { t } = useTranslation('gateway')
  const { data } = useConnection()
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

/** The settings that open the ports of transmitters. */
const portSettings = { gb26875: 'GB26875_PORT', siaDc09: 'DC09_PORT' } as const satisfies Record<LinkProtocolName, string>

/** Where transmitters of a protocol connect: always to the console's own host, whatever broker the others use. */
const useLinkTarget = (protocol: LinkProtocolName): { host: string; port: string } => {
  const { t } = useTranslation('gateway')
  const { data } = useConnection()
  const closed = t(($) => $.transmitter.closed, { setting: portSettings[protocol] })
  return { host: location.hostname, port: data === undefined ? '…' : String(data.linkPorts[protocol] ?? closed) }
}

/** How a transmitter connects, and from where it may. */
export const Transmitter = ({ row, protocol }: { row: GatewayDetail; protocol: LinkProtocolName }) => {
  const { t } = useTranslation('gateway')
  const { host, port } = useLinkTarget(protocol)
  const words = t(($) => $.transmitter, { returnObjects: true })
  const { allowedSources, refusedReason } = row
  return (
    <Facts
      endpoint={endpoints.gateway.detail}
      row={row}
      title={words.connection}
      facts={[
        { field: 'communicationCode', label: fieldLabel(`${protocol}Address`) },
        { field: 'host', label: t(($) => $.secret.host), value: host },
        { field: 'port', label: t(($) => $.secret.port), value: port },
        {
          field: 'allowedSources',
          value:
            allowedSources.length === 0 ? (
              <Tag look={{ tone: 'fault', shape: '▲' }}>{words.anywhere}</Tag>
            ) : (
              listed(allowedSources)
            ),
        },
        ...(hasLinkKeys(protocol) ? [{ field: 'hasLinkKey' as const, value: <LinkKey row={row} />, wide: true as const }] : []),
        'refusedAt',
        { field: 'refusedReason', value: refusedReason === null ? '—' : enumLabel('signInRefusal', refusedReason) },
      ]}
    />
  )
}

/** Everything to be entered in a transmitter of this protocol. */
const OwnLinkFacts = ({ protocol, address }: { protocol: LinkProtocolName; address: string }) => {
  const { t } = useTranslation('gateway')
  const { host, port } = useLinkTarget(protocol)
  const words = t(($) => $.secret, { returnObjects: true })
  return (
    <CodeFacts
      facts={[
        [fieldLabel(`${protocol}Address`), address],
        [words.host, host],
        [words.port, port],
        [words.protocol, `${enumLabel('modelProtocol', protocol)} · TCP / UDP`],
      ]}
    />
  )
}

/** Everything to be entered in a transmitter, by its address as it is stored. */
export const LinkFacts = ({ linkAddress }: { linkAddress: string }) => {
  const known = linkAddressParts(linkAddress)
  return known && <OwnLinkFacts {...known} />
}

/** What to do in a gateway that has no secret, by its address as it is stored. */
export const useLinkHint = (): ((linkAddress: string | null) => string) => {
  const { t } = useTranslation('gateway')
  return (linkAddress) => t(($) => $.transmitter.hints[linkAddressParts(linkAddress ?? '')?.protocol ?? 'gb26875'])
}

/** Shows a gateway's secret, once; or where to connect, if it has none. */
export const useSecretOnce = () => {
  const { t } = useTranslation('gateway')
  const linkHint = useLinkHint()
  return useShown<GatewaySecret>(({ code, secret, linkAddress }, onClose) =>
    secret === null ? (
      <SecretOnce
        title={t(($) => $.transmitter.title, { code })}
        hint={linkHint(linkAddress)}
        noted={t(($) => $.transmitter.noted)}
        width={560}
        onClose={onClose}
      >
        <LinkFacts linkAddress={linkAddress ?? ''} />
      </SecretOnce>
    ) : (
      <SecretOnce title={t(($) => $.secret.title, { code })} hint={t(($) => $.secret.hint)} width={560} onClose={onClose}>
        <SecretField secret={secret} />
        <ConnectionFacts code={code} />
      </SecretOnce>
    ),
  )
}
