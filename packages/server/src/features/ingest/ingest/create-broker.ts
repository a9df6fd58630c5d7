import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { AuthenticateGateway, Broker, BrokerLimits } from '../../../platform/broker/broker.ts'
import { EmbeddedBroker } from '../../../platform/broker/embedded-broker.ts'
import { ExternalBroker } from '../../../platform/broker/external-broker.ts'
import type { Clock } from '../../../platform/context.ts'
import type { GatewayAuthenticator } from './gateway-authenticator.ts'

export interface CreateBrokerOptions {
  readonly config: Pick<Config, 'host' | 'mqttPlain' | 'mqttPort' | 'mqttTls' | 'mqttProxies' | 'mqttUrl' | 'mqttClientId'>
  readonly connection: pg.PoolConfig
  readonly authenticator: Pick<GatewayAuthenticator, 'authenticate' | 'noteForeignWill'>
  readonly authenticateReceiver: AuthenticateGateway | undefined
  readonly log: Logger
  readonly limits: Partial<BrokerLimits>
  readonly clock: Clock
}

/** Where gateways connect over MQTT: to this process, or to an external broker. */
export const createBroker = ({
  config,
  connection,
  authenticator,
  authenticateReceiver,
  log,
  limits,
  clock,
}: CreateBrokerOptions): Broker => {
  const { host, mqttPlain, mqttPort, mqttTls: tls, mqttProxies: proxies, mqttUrl: url, mqttClientId: clientId } = config
  if (url !== undefined) return new ExternalBroker({ url, clientId, connection, log, limits, clock })
  return new EmbeddedBroker({
    host,
    port: mqttPlain ? mqttPort : undefined,
    tls,
    proxies,
    authenticate: (code, secret) => authenticator.authenticate(code, secret, 'CONNECT'),
    authenticateReceiver,
    onForeignWill: (code, secret) =>
      void authenticator
        .noteForeignWill(code, secret)
        .catch((error: unknown) => log.warn({ err: error }, 'a refused gateway could not be noted')),
    log,
    limits,
    clock,
  })
}
