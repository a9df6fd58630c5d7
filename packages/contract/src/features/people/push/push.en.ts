import type { texts as zh } from './push.zh.ts'

export const texts: typeof zh = {
  subjects: {
    push: 'App push',
  },
  fields: {
    p256dh: 'Public key of the browser',
    auth: 'Secret of the browser',
    pushPublicKey: 'Key of the platform',
    replaces: 'Former address',
  },
  reasons: {
    pushAddress: 'not the address of a push service',
    pushKeys: 'not a browser’s key',
  },
}
