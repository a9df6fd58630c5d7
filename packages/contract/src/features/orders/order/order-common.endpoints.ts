import { about, endpoint } from '../../../kernel/endpoint.ts'
import { enums } from '../../../enums.ts'
import { id, input, noInput, nullable, oneOf, optional, options, ref, text, Type } from '../../../kernel/schema.ts'

/** Holders of one of these operations for orders of any kind. */
const ofAnyKind = <const V extends string>(...names: readonly V[]) =>
  enums.orderKind.flatMap((kind) => names.map((name) => `${kind}Order:${name}` as const))
const viewers = ofAnyKind('view')

const enumeration = Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))

export const orderCommonEndpoints = about('order', {
  engineer: endpoint({
    method: 'GET',
    path: 'web/order/common/engineer',
    access: ofAnyKind('create', 'assign', 'view'),
    input: input({ keyword: optional(text(40)), projectId: optional(ref('project')), kind: optional(oneOf('orderKind')) }),
    output: Type.Array(
      Type.Object({
        value: id(),
        label: Type.String(),
        /** Why they cannot be assigned orders of that kind. Null: they can. */
        off: nullable(Type.String()),
      }),
    ),
    summary: 'Enabled engineers in scope; with a project, those who may see its orders; with a kind, who lacks its certificate',
  }),
  project: endpoint({
    method: 'GET',
    path: 'web/order/common/project',
    access: viewers,
    input: input({ keyword: optional(text(60)) }),
    output: options,
    summary: 'Projects in scope',
  }),
  site: endpoint({
    method: 'GET',
    path: 'web/order/common/site',
    access: viewers,
    input: input({ projectId: ref('project') }),
    output: options,
    summary: 'Sign addresses of a project',
  }),
  origin: endpoint({
    method: 'GET',
    path: 'web/order/common/origin',
    access: 'session',
    input: noInput,
    output: enumeration,
    summary: `Order origins: ${enums.orderOrigin.join(', ')}`,
  }),
  completeType: endpoint({
    method: 'GET',
    path: 'web/order/common/completeType',
    access: 'session',
    input: input({ kind: optional(oneOf('orderKind')) }),
    output: enumeration,
    summary: 'Complete types, all or those of one kind of orders',
  }),
  deviceModel: endpoint({
    method: 'GET',
    path: 'web/order/common/deviceModel',
    access: viewers,
    input: input({ projectId: ref('project') }),
    output: options,
    summary: 'Models that a project has devices of, with how many',
  }),
  feedback: endpoint({
    method: 'GET',
    path: 'web/order/common/feedback',
    access: 'repairOrder:create',
    also: 'userFeedback:view',
    input: input({ keyword: optional(text(60)) }),
    output: options,
    summary: 'Feedback that waits to be handled',
  }),
})
