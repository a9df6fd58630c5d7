import {
  id,
  input,
  instant,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** An ordinary user who can see the device. Name and phone are masked. */
export const deviceUserRow = Type.Object({
  id: id(),
  account: Type.String(),
  name: Type.String(),
  phone: Type.String(),
  enabled: Type.Boolean(),
  createdAt: instant(),
})
export type DeviceUserRow = Static<typeof deviceUserRow>
/** No keyword: it would match what is shown masked. */
const { keyword: _keyword, ...paging } = pageInput({ deviceId: ref('device') }, ['createdAt']).properties
export const deviceUserPageInput = input(paging)
export const deviceUserAddInput = input({ deviceId: ref('device'), accountIds: refs('account') })
export const deviceUserRemoveInput = input({ deviceId: ref('device'), accountId: ref('account') })
export const deviceUserSelectInput = input({ deviceId: ref('device'), keyword: optional(text(60)) })

/** A person notified about the device in addition to the project's call list. Name and phone are masked; `unmask` shows them and is audited. */
export const deviceNotifierRow = Type.Object({
  id: id(),
  name: Type.String(),
  phone: Type.String(),
  methods: Type.Array(oneOf('notifyMethod')),
  language: Type.String(),
  enabled: Type.Boolean(),
  ...tracked,
})
export type DeviceNotifierRow = Static<typeof deviceNotifierRow>
export const deviceNotifierPageInput = input(paging)
const notifierFields = {
  methods: Type.Array(oneOf('notifyMethod'), { minItems: 1, maxItems: 5, uniqueItems: true }),
  language: Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'] }),
  enabled: Type.Boolean(),
}
export const deviceNotifierCreateInput = input({
  deviceId: ref('device'),
  name: text(40),
  phone: ruled('phone'),
  ...notifierFields,
})
/** Name and phone that are left out stay unchanged, so that a caller who sees them masked can change the rest. */
export const deviceNotifierUpdateInput = input({
  id: ref('device_notifier'),
  version: version(),
  name: optional(text(40)),
  phone: optional(ruled('phone')),
  ...notifierFields,
})
export const deviceNotifierUnmasked = Type.Object({ name: Type.String(), phone: Type.String() })
