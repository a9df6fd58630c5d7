import { listedIn } from '@emberwatch/contract'
import { maskedPhone } from '../../../platform/mask.ts'
import { transact } from '../../../platform/transact.ts'
import { joined, labelsOf, may, wordsOf, type Dossier } from './dossier.ts'
import { readCallList, readContracts, readPeople } from './dossier.reads.ts'

/**
 * A printed dossier is for people who have to call somebody. Readers who may unmask phone numbers get them in full, and the audit log
 * records it, as for each number shown on the screen (docs/decisions/0058).
 */
const phonesOf = async (
  { ctx, project }: Dossier,
  action: 'projectPerson.unmask' | 'projectNotifier.unmask',
  count: number,
): Promise<(phone: string | null) => string | null> => {
  // Nor for a company that has only joined the project, which may not unmask them.
  if (!ctx.actor.operations.has(action.replace('.', ':')) || count === 0 || project.joined) return maskedPhone
  await transact(ctx, async (write) => {
    // Not scoped: the company of a project that the reader sees.
    const { path } = await write.systemDb
      .selectFrom('project')
      .select('path')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
    write.audit({
      action,
      object: { kind: 'project', id: project.id, name: project.name },
      owner: { companyId: project.companyId, path },
      changes: { count: [null, count] },
    })
  })
  return (phone) => phone
}

export const writePeople = async (dossier: Dossier): Promise<void> => {
  if (!may(dossier, 'projectPerson:view')) return
  const { ctx, pdf, project } = dossier
  const { field, value } = labelsOf(dossier)
  const words = wordsOf(ctx)
  const people = await readPeople(ctx, project.id)
  const shown = await phonesOf(dossier, 'projectPerson.unmask', people.length)
  pdf.heading(words.people)
  await pdf.table({
    columns: [
      { header: field('role'), share: 1.4 },
      { header: field('personName') },
      { header: field('organisation'), share: 1.6 },
      { header: field('phone'), share: 1.1 },
      { header: field('certificateNo'), share: 1.3 },
      { header: field('certificateExpires'), share: 1.3 },
    ],
    rows: people.map((person) => [
      value('projectPersonRole', person.role),
      person.name,
      joined(person.organisation),
      shown(person.phone),
      person.certificate_no,
      joined(person.certificate_expires, person.daysLeft !== null && person.daysLeft < 0 ? words.expired : null),
    ]),
  })
}

export const writeCallList = async (dossier: Dossier): Promise<void> => {
  if (!may(dossier, 'projectNotifier:view')) return
  const { ctx, pdf, project } = dossier
  const { field, value } = labelsOf(dossier)
  const list = await readCallList(ctx, project.id)
  const shown = await phonesOf(dossier, 'projectNotifier.unmask', list.length)
  const words = wordsOf(ctx)
  pdf.heading(words.callList)
  await pdf.table({
    columns: [
      { header: field('seq'), share: 0.6 },
      { header: field('personName') },
      { header: field('role') },
      { header: field('phone') },
      { header: field('methods'), share: 1.4 },
      { header: field('enabled'), share: 0.6 },
    ],
    rows: list.map((person) => [
      person.seq,
      person.name,
      value('notifierRole', person.role),
      shown(person.phone),
      listedIn(
        ctx.locale,
        person.methods.map((method) => value('notifyMethod', method)),
      ),
      person.enabled ? words.on : words.off,
    ]),
  })
}

export const writeContracts = async (dossier: Dossier): Promise<void> => {
  if (!may(dossier, 'customerContract:view')) return
  const { ctx, pdf, project } = dossier
  const { field, value } = labelsOf(dossier)
  const contracts = await readContracts(ctx, project.customerId)
  if (contracts.length === 0) return
  pdf.heading(wordsOf(ctx).contracts, 2)
  await pdf.table({
    columns: [
      { header: field('contractNo') },
      { header: field('kind') },
      { header: field('startsOn') },
      { header: field('endsOn') },
    ],
    rows: contracts.map(({ contract_no, kind, starts_on, ends_on }) => [
      contract_no,
      value('contractKind', kind),
      starts_on,
      ends_on,
    ]),
  })
}
