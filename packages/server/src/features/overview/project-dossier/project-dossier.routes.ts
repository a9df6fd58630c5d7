import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportProjectDossier } from './export-project-dossier.ts'

export const projectDossierRoutes = bind(endpoints.projectDossier, { export: exportProjectDossier })
