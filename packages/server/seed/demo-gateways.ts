import type { Transaction } from 'kysely'
import { generateGatewaySecret, hashGatewaySecret } from '../src/platform/broker/gateway-secret.ts'
import type { Tables } from '../src/tables/index.ts'

interface Company {
  readonly id: number
  readonly path: string
}

/** Gateways that wait for their projects; the simulator does not connect them. */
export const seedGatewayStock = async (tx: Transaction<Tables>, { id, path }: Company, modelId: number): Promise<void> => {
  const codes = ['EWG-260901', 'EWG-260902', 'EWG-260903']
  await tx
    .insertInto('gateway')
    .values(
      codes.map((code) => ({
        company_id: id,
        path,
        model_id: modelId,
        code,
        communication_code: code,
        name: code,
        batch: 'EWG-2026-09',
        secret_hash: hashGatewaySecret(generateGatewaySecret()),
      })),
    )
    .execute()
}
