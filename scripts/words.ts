// Words that must not come back, each with what to write instead. Why, and the words that are not in a list: docs/words-of-the-code.md.
import type { Sources } from './import-graph.ts'

interface WordRule {
  readonly wrong: RegExp
  readonly instead: string
  /** Where it holds. Everywhere if left out. */
  readonly in?: RegExp
  /** Where the word is meant: the edge, its own meaning, or people. */
  readonly except?: RegExp
  /** Also in comments. */
  readonly prose?: true
}

const tests = /\.(test|fixture|testing)\.tsx?$|\/testing\//
const packs = /\.(en|zh)\.ts$|\/texts\/|\/i18n\/(en|zh)\//

const words: readonly WordRule[] = [
  // Words of the specification, which stand only on the wire and in the database.
  {
    wrong: /^\s*(?:readonly )?del\??:/,
    instead: '`remove` (kernel/wire-words.ts)',
    in: /\.endpoints\.ts$|\/feature\.ts$|\.tsx$/,
  },
  {
    wrong: /^\s*(?:readonly )?forbidden\??:/,
    instead: '`setEnabled` (kernel/wire-words.ts)',
    in: /\.endpoints\.ts$|\/feature\.ts$|\.tsx$/,
  },
  {
    wrong: /^\s*(?:readonly )?deal\??:/,
    instead: '`resolve` (kernel/wire-words.ts)',
    in: /\.endpoints\.ts$|\/feature\.ts$|\.tsx$/,
  },
  {
    wrong: /\b\w*[Ff]orbiddenInput\b|\b\w*DelInput\b|\b\w*DealInput\b/,
    instead: '`…SetEnabledInput`, `…RemoveInput`, `…ResolveInput`',
  },
  { wrong: /\b(?:const|let) siter\b|(?<![$.'"`\w])siter[A-Z]\w*|[a-z]Siter\b/, instead: '`operatingCompany`', except: tests },
  { wrong: /[a-z]Contacter\b/, instead: '`…Contact`' },
  {
    wrong: /'(?:pending_assign|pending_receive|pending_complete|pending_verify|pending_evaluation|on_hold)'/,
    instead: '`orderStatus` (contract: order-status.ts)',
    in: /^packages\/\w+\/src\//,
    // In SQL text a parameter would have no type.
    except: /\.(test|fixture|testing)\.tsx?$|\/testing\/|\/order-status\.ts$|\/enums\/|planned-orders\.batch\.ts$/,
  },
  // Words with one meaning.
  {
    wrong:
      /\b(?:const|let|interface|type) (?:[tT]old)\b|\b(?!alreadyTold)\w+Told\b|\btold(?!At\b|By\b|Title\b|Otherwise\b)[A-Z]\w*/,
    instead: '`notified`; `reported` of a device',
    except: packs,
  },
  {
    wrong: /\b(?:const|let) aside\b|\bisAside\b|\b\w+Aside\b(?<!setAside|SetAside)/,
    instead: '`parked` if something is locked, `setAside` if it is no longer tried',
  },
  { wrong: /\b[rR]eceipt\b/, instead: '`acknowledgedBy`', in: /\/platform\/broker\/|\/equipment\/|\/partners\//, except: packs },
  { wrong: /\binTurn\b/, instead: '`oneAtATime`, `inFairOrder`, `alternating`' },
  {
    wrong: /\b(?:const|let) within\b|\bwithin\??:/,
    instead: '`part` of a scope, `openWrite`, `condition`',
    except: /networks\.test\.ts$/,
  },
  {
    wrong: /\b(?:interface|type) Health\b|\bhealthOf\b/,
    instead: '`HealthScore` of a project, `PushHealth` of an endpoint',
    except: /^packages\/server\/src\/platform\/health\.ts$/,
  },
  {
    wrong: /\b(?:const|let|interface|type) [mM]oment\b/,
    instead: '`at` for a time, `context` for what is known then',
    except: /stories\.testing\.ts$/,
  },
  {
    wrong: /\b(?:interface|type) Outcome\b|\boutcomeOf\b/,
    instead: 'which outcome: `alarmOutcomeOf`; `result` of a call',
    except: /\.(en|zh)\.ts$|\/notify\/notification\/|\/web\/src\/mobile\//,
  },
  {
    wrong: /\btype Verb\b|\b(?:const|let) verbs\b/,
    instead: '`CallName`, `act` of the audit log; a verb is a function of the server',
    except: tests,
  },
  { wrong: /\bendHolds\b/, instead: '`endDeskHolds`, `resumeDueOrders`' },
  // Programs, rows and connections are no persons.
  {
    wrong: /\b(?:farewell|suspects|acquit|innocent)\b(?!`)/,
    instead: 'what it is: the last packet, what may have caused a crash',
    prose: true,
    except: /\/under-way\.ts$|words\.(test\.)?ts$/,
  },
  {
    wrong: /\bprocess(?:es)? (?:that )?(?:dies|died|has died)\b|\bdead process\b|\b(?:program|process) dies of\b/,
    instead: '`crashes`',
    prose: true,
    except: /words\.(test\.)?ts$|\/platform\/jobs\.ts$|dispatcher\.ts$|push-deliverer\.ts$/,
  },
  {
    wrong: /\b(?:connections|those|messages) of strangers\b|#strangers\b|\bStranger[A-Z]\w*/,
    instead: '`unauthenticated`',
    prose: true,
    except: /words\.(test\.)?ts$/,
  },
  { wrong: /\b(?:holds?|held|delays?) (?:up )?nobody\b/, instead: '“nothing else”', prose: true, except: /words\.(test\.)?ts$/ },
]

const isComment = /^\s*(?:\/\/|\/?\*)/

export const wordProblems = (sources: Sources): string[] =>
  [...sources].flatMap(([file, text]) => {
    if (/\/migrations\/|^scripts\/words/.test(file)) return []
    const asked = words.filter(({ in: only, except }) => (only?.test(file) ?? true) && !except?.test(file))
    return text.split('\n').flatMap((line, index) => {
      const rules = isComment.test(line) ? asked.filter(({ prose }) => prose) : asked
      return rules.flatMap(({ wrong, instead }) => {
        const found = wrong.exec(line)
        return found
          ? [
              `${file}:${index + 1}: “${found[0].trim()}” is not a word of the code here; write ${instead} (docs/words-of-the-code.md)`,
            ]
          : []
      })
    })
  })
