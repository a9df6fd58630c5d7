import { DomainError } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { lockDefinition, type Definition } from './command.store.ts'

/** A command's definition, locked until the write ends. @throws notFound */
export const definitionOf = async (db: Kysely<Tables>, id: number): Promise<Definition> => {
  const definition = await lockDefinition(db, id)
  if (!definition) throw new DomainError('notFound', {}, 'commandId')
  return definition
}
