import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, noInput, nothing, nullable, optional, Type } from '../../../kernel/schema.ts'

const address = () => Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 1_000 })
const base64Url = (minLength: number, maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+={0,2}$', minLength, maxLength })

/** Push messages to the browsers and phones of an account. */
export const pushEndpoints = about([], {
  key: endpoint({
    method: 'GET',
    path: 'app/push/key',
    access: 'session',
    input: noInput,
    /** The `applicationServerKey` for `pushManager.subscribe`, and all that subscriptions may have. Null: push is not set up. */
    output: Type.Object({ publicKey: nullable(Type.String()), publicKeys: Type.Array(Type.String()) }),
    summary: 'The key that a browser subscribes with',
  }),
  register: endpoint({
    method: 'POST',
    path: 'app/push/register',
    access: 'session',
    // A point of the curve has 65 bytes, a secret at least 16.
    input: input({
      endpoint: address(),
      p256dh: base64Url(87, 88),
      auth: base64Url(22, 100),
      /** The key that the browser subscribed with. */
      publicKey: optional(base64Url(87, 88)),
      /** The address of the subscription that this one has just replaced: what failed there no longer counts. */
      replaces: optional(address()),
    }),
    /** `live`: messages reach it. Otherwise it was not registered, and must subscribe anew. */
    output: Type.Object({ live: Type.Boolean() }),
    summary: 'Send push messages of the caller’s account to this browser',
    // Masked, because anyone who knows it can send messages to that browser, or take it from its owner.
    persons: ['endpoint', 'replaces'],
    errors: ['notHere', 'notInPerson'],
    inPerson: true,
  }),
  unregister: endpoint({
    method: 'POST',
    path: 'app/push/unregister',
    access: 'session',
    input: input({ endpoint: address() }),
    output: nothing,
    summary: 'Send no more push messages to this browser',
    persons: ['endpoint'],
    errors: ['notInPerson'],
    inPerson: true,
  }),
})
