import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import { selectProjects } from './project.reads.ts'

export const projectRoutes = bind(endpoints.project, { select: selectProjects })
