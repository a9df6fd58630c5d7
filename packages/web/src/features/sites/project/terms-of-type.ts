import { usualTerms, type endpoints, type OutputOf } from '@emberwatch/contract'

type Terms = OutputOf<typeof endpoints.projectType.defaults>

/** The terms of a new project of this type, as the server chooses them for what is left out. */
export const termsOfType = ({ maintenanceYears, inspectionCycleDays, maintenanceCycleDays }: Terms) => ({
  maintenanceYears: maintenanceYears ?? usualTerms.maintenanceYears,
  inspectionCycleDays: inspectionCycleDays ?? usualTerms.inspectionCycleDays,
  maintenanceCycleDays: maintenanceCycleDays ?? usualTerms.maintenanceCycleDays,
})
