import type { EnumValue } from '@emberwatch/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted, InstantNow, Optional, OptionalInstant, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** Firmware of a model. Once an edition is released, only its descriptive texts and its status may change. */
export interface FirmwareEditionTable extends Tracked {
  id: Defaulted<number>
  name: string
  model_id: number
  target_type: EnumValue<'firmwareTarget'>
  /** Empty: all revisions. */
  hardware: Defaulted<string>
  edition_version: string
  /** The version as a number, for comparison. */
  edition_order: GeneratedAlways<number>
  initial_version: Optional<string>
  initial_order: ColumnType<number | null, never, never>
  package: Defaulted<EnumValue<'firmwarePackage'>>
  file_id: string
  size: number
  /** Hexadecimal. */
  sha256: string
  maker_signature: Optional<string>
  signature: Optional<string>
  key_id: Optional<string>
  /** The code of its model at the time of release: the one that devices know and that is signed. */
  signed_model: Optional<string>
  notes_zh: Defaulted<string>
  notes_en: Defaulted<string>
  tested_by: Defaulted<string>
  attachments: Defaulted<string[]>
  state: Defaulted<EnumValue<'firmwareState'>>
  /** Why it was withdrawn. */
  reason: Optional<string>
  released_at: OptionalInstant
  released_by: Optional<number>
  withdrawn_at: OptionalInstant
  withdrawn_by: Optional<number>
  deleted_at: OptionalInstant
}

/** A key that signs editions. The one that is not retired is in use. */
export interface FirmwareKeyTable {
  id: string
  number: Defaulted<number>
  /** Raw, in base64. */
  public_key: string
  /** The private key, sealed (platform/secret-box.ts). */
  secret: Buffer
  previous_id: Optional<string>
  previous_signature: Optional<string>
  created_at: InstantNow
  created_by: Optional<number>
  retired_at: OptionalInstant
}

export interface FirmwareTables {
  firmware_edition: FirmwareEditionTable
  firmware_key: FirmwareKeyTable
}

export const firmwareFacts = {
  firmware_edition: {
    owner: 'firmware',
    scope: 'everyone',
    marksDeleted: true,
    published: 'name model_id target_type hardware edition_version edition_order initial_version package state',
  },
  firmware_key: { owner: 'firmware', scope: 'system' },
} as const satisfies FactsOf<FirmwareTables>
