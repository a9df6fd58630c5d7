import {
  type endpoints,
  type InputOf,
  type OutputOf,
  buildingNames,
  hoursText,
  listedIn,
  type EnumName,
  type EnumValue,
  type ProjectDetail,
} from '@emberwatch/contract'
import type { Readable } from 'node:stream'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type DocumentDefinition } from '../../../platform/exports.ts'
import { enumLabel, fieldName } from '../../../platform/i18n.ts'
import { createPdf, type KeyValue } from '../../../platform/pdf/pdf.ts'
import { projectDetail } from '../../sites/project/project.reads.ts'
import { brandingOfCompany } from '../../people/session/session.reads.ts'
import { wordsOf, type Dossier } from './dossier.ts'
import { areaNames } from './dossier.reads.ts'
import { writeDevices, writeGateways } from './dossier-devices.ts'
import { writeCallList, writeContracts, writePeople } from './dossier-people.ts'
import { writeDefects, writeDocuments, writeOrders, writePlans } from './dossier-records.ts'

type Export = typeof endpoints.projectDossier.export

/** Orders the dossier of a project; a job writes it. */
export const exportProjectDossier = (ctx: Ctx, input: InputOf<Export>): Promise<OutputOf<Export>> =>
  startExport(ctx, 'projectDossier', { ...input, format: 'pdf' })

const enumFields: Readonly<Partial<Record<string, EnumName>>> = { fireResistance: 'fireResistance', riskClass: 'riskClass' }

const buildingFacts = ({ locale }: Ctx, { building }: ProjectDetail): KeyValue[] =>
  buildingNames.map((name) => {
    const value = building[name]
    const enumeration = enumFields[name]
    const shown =
      value === undefined
        ? null
        : enumeration
          ? enumLabel(locale, enumeration, value)
          : typeof value === 'boolean'
            ? enumLabel(locale, 'yesNo', value ? 'Y' : 'N')
            : value
    return [fieldName(locale, name), shown]
  })

const writeFacts = async ({ ctx, pdf, project }: Dossier): Promise<void> => {
  const { locale } = ctx
  const words = wordsOf(ctx)
  const field = (name: string) => fieldName(locale, name)
  const yesNo = (value: boolean) => enumLabel(locale, 'yesNo', value ? 'Y' : 'N')
  pdf.heading(words.basic)
  pdf.keyValues([
    [field('name'), project.name],
    [field('code'), project.code],
    [field('type'), locale === 'zh' ? project.typeNameZh : project.typeNameEn],
    [field('status'), enumLabel(locale, 'projectStatus', project.status)],
    [field('customerName'), project.customerName],
    [field('companyName'), project.companyName],
    [field('zone'), await areaNames(ctx, [project.province, project.city, project.region])],
    [field('address'), project.address],
    [field('phone'), project.phone],
    [
      field('admins'),
      listedIn(
        locale,
        project.admins.map(({ name }) => name),
      ),
    ],
    [field('stopped'), project.stopped ? (project.stoppedReason ?? yesNo(true)) : null],
    [field('onTest'), project.onTest ? yesNo(true) : null],
  ])
  pdf.heading(words.building)
  pdf.keyValues(buildingFacts(ctx, project))
  pdf.heading(words.service)
  pdf.keyValues([
    [field('maintainedSince'), pdf.at(project.maintainedSince)],
    [words.due, pdf.at(project.dueAt)],
    [field('maintenanceYears'), project.maintenanceYears],
    [field('inspectionCycleDays'), project.inspectionCycleDays],
    [field('maintenanceCycleDays'), project.maintenanceCycleDays],
    [
      field('notifyMethods'),
      listedIn(
        locale,
        project.notifyMethods.map((method: EnumValue<'notifyMethod'>) => enumLabel(locale, 'notifyMethod', method)),
      ),
    ],
    [field('quietHours'), project.quietHours && hoursText(project.quietHours)],
  ])
}

/** Writes everything about a project, in the reader's language and the project's time zone. */
const writeDossier = async (ctx: Ctx, id: number): Promise<Readable> => {
  const project = await projectDetail(ctx, { id })
  // The branding of the company that serves the project, whether or not the reader sees that company.
  const brand = await brandingOfCompany(ctx.systemDb, project.companyId)
  const pdf = await createPdf({
    language: ctx.locale,
    timeZone: project.timeZone,
    title: wordsOf(ctx).title,
    subtitle: `${project.name} (${project.code})`,
    issuer: brand?.platformName ?? project.companyName,
    madeBy: ctx.actor.name,
    madeAt: ctx.clock.now(),
  })
  const dossier: Dossier = { ctx, pdf, project }
  await writeFacts(dossier)
  await writeContracts(dossier)
  await writePeople(dossier)
  await writeCallList(dossier)
  await writeGateways(dossier)
  await writeDevices(dossier)
  await writeDefects(dossier)
  await writeOrders(dossier)
  await writePlans(dossier)
  await writeDocuments(dossier)
  return pdf.end()
}

/** Registered with the exports. */
export const projectDossier: DocumentDefinition = {
  document: (ctx, input) => writeDossier(ctx, Number(input['id'])),
  name: async (ctx, input) => `${wordsOf(ctx).title}-${(await projectDetail(ctx, { id: Number(input['id']) })).name}`,
}
