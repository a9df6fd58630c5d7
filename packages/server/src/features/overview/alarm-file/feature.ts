import { endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/binding.ts'
import { filesOf } from './alarm-file.store.ts'
import { makeFile, verifyFile } from './alarm-file.verbs.ts'
import type { Feature } from '../../../platform/feature.ts'

type List = typeof endpoints.alarmFile.list

const listFiles = (ctx: Ctx, { id }: InputOf<List>): Promise<OutputOf<List>> => filesOf(ctx.db, id)

const alarmFileRoutes = bind(endpoints.alarmFile, { list: listFiles, make: makeFile, verify: verifyFile })

export const alarmFileFeature: Feature = { name: 'alarm-file', routes: () => alarmFileRoutes }
