import { about, endpoint } from '../../../kernel/endpoint.ts'
import { noInput, Type } from '../../../kernel/schema.ts'

/** The key that keeps an engineer's unsent steps encrypted on a shared phone. */
export const appSealEndpoints = about([], {
  key: endpoint({
    method: 'GET',
    path: 'app/seal/key',
    access: 'session',
    inPerson: true,
    input: noInput,
    /** 32 bytes, base64; the same at every call. */
    output: Type.Object({ key: Type.String() }),
    summary: 'The caller’s own key, with which the phone seals what waits there after they have signed out',
    errors: ['notInPerson'],
  }),
})
