import {
  day,
  fileRef,
  id,
  input,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'
import { about } from '../../../kernel/endpoint.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'

/** Maximum number of files of one document: the photos of a visit, the sheets of a drawing. */
export const documentFilesMax = 20

export const documentFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** In bytes. */
  size: Type.Integer(),
  /** Images are shown in the page; other files are only downloaded. */
  image: Type.Boolean(),
})

/** A document or a set of photos that belongs to a project. */
export const projectDocumentRow = Type.Object({
  id: id(),
  kind: oneOf('projectDocumentKind'),
  title: Type.String(),
  files: Type.Array(documentFile),
  validUntil: nullable(Type.String()),
  /** Calendar days until its last day, in the project's time zone; below 0 once it has passed. */
  daysLeft: nullable(Type.Integer()),
  remark: nullable(Type.String()),
  ...tracked,
})
export type ProjectDocumentRow = Static<typeof projectDocumentRow>

export const projectDocumentPageInput = pageInput(
  {
    projectId: ref('project'),
    kind: optional(oneOf('projectDocumentKind')),
    /** Expired, or about to. */
    expiring: optional(Type.Boolean()),
  },
  ['title', 'validUntil', 'createdAt'],
)

const documentFields = {
  kind: oneOf('projectDocumentKind'),
  title: text(80),
  files: Type.Array(fileRef(), { minItems: 1, maxItems: documentFilesMax, uniqueItems: true }),
  validUntil: optional(day()),
  remark: optional(text(200)),
}
export const projectDocumentCreateInput = input({ projectId: ref('project'), ...documentFields })
export const projectDocumentUpdateInput = input({ id: ref('project_document'), version: version(), ...documentFields })

export const projectDocumentEndpoints = about('project', {
  ...standardCalls('projectDocument', {
    entity: 'project_document',
    words: ['a document of a project', 'documents and photos of a project'],
    page: { input: projectDocumentPageInput, row: projectDocumentRow },
    create: { input: projectDocumentCreateInput },
    update: { input: projectDocumentUpdateInput },
    remove: { summary: 'Delete a document; its files are removed after a while' },
    export: {},
  }),
})
