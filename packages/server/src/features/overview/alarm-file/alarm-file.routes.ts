import { endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/binding.ts'
import { filesOf } from './alarm-file.store.ts'
import { makeFile } from './make-file.ts'
import { verifyFile } from './verify-file.ts'

type List = typeof endpoints.alarmFile.list

const listFiles = (ctx: Ctx, { id }: InputOf<List>): Promise<OutputOf<List>> => filesOf(ctx.db, id)

export const alarmFileRoutes = bind(endpoints.alarmFile, { list: listFiles, make: makeFile, verify: verifyFile })
