import { linkAddressParts } from '@emberwatch/contract'
import { enumLabel } from '../i18n/i18n.ts'

/** What an unregistered sender or device is called: of a transmitter (`gb26875:140/1-2-37`), its protocol, its address and what is behind it. */
export const sentName = (code: string): string => {
  const [sender = '', ...behind] = code.split('/')
  const known = linkAddressParts(sender)
  return known === undefined ? code : [enumLabel('modelProtocol', known.protocol), known.address, ...behind].join(' · ')
}
