export const texts = {
  operations: {
    'alarm:check': '勾选处置清单',
    'alarm:checklist': '编辑处置清单',
  },
  fields: {
    done: '已完成',
    checkSteps: '处置步骤',
  },
  reasons: {
    checkGone: '该步骤已不在处置清单中，请刷新后重试',
  },
}
