export const texts = {
  operations: {
    'alarm:call': '登记电话呼叫',
  },
  fields: {
    notifierId: '联系人',
    callResult: '呼叫结果',
  },
  enums: {
    callOutcome: {
      answered: '已接听',
      busy: '占线',
      noAnswer: '无人接听',
      wrongNumber: '号码错误',
    },
  },
  reasons: {
    personOfOtherProject: '该联系人不在此报警所属项目的呼叫名单中',
  },
}
