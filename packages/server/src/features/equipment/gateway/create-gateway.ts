import type { endpoints, GatewaySecret, InputOf } from '@emberwatch/contract'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { addGateway } from './add-gateway.ts'

/** Registers a gateway. Its secret is shown only in this answer. */
export const createGateway = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.create>): Promise<GatewaySecret> =>
  transact(ctx, async (write) => {
    const secret = generateGatewaySecret()
    const id = await addGateway(ctx, write, input, hashGatewaySecret(secret))
    return { id, code: input.code, secret }
  })

/** Adds a gateway to stock. Its name defaults to its code. */
export const createGatewayPreset = (ctx: Ctx, input: InputOf<typeof endpoints.gatewayPreset.create>): Promise<GatewaySecret> =>
  createGateway(ctx, { ...input, name: input.name ?? input.code })
