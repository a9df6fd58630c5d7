import { limits } from '@emberwatch/contract'
import type { Write } from '../../../platform/transact.ts'
import { insertTicket } from './sessions.ts'
import { newToken } from './token.ts'

/** A ticket to sign in as an account, valid once, for a minute. The caller has checked that `issuedBy` may, through the key if one is given. */
export const newTicket = async (
  write: Write,
  accountId: number,
  issuedBy: number | null,
  keyId: number | null = null,
): Promise<string> => {
  const { token, hash } = newToken()
  const expires_at = new Date(write.at.getTime() + limits.ticketLife)
  await insertTicket(write.systemDb, { ticket_hash: hash, account_id: accountId, issued_by: issuedBy, key_id: keyId, expires_at })
  return token
}
