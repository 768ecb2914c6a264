/** What a webhook request starts from. */
export const webhookStart = {
  sub: 'A recipe has the format of a product already. You add its address or key, send a test and save.',
  recipes: 'Recipes',
  recipe: 'Set up {{name}}',
  documentation: 'Documentation of {{name}}',
  next: 'The preview shows what is sent. Send a test, then save the request and add a webhook event, which says when it is sent.',
  without: 'Without a recipe',
  empty: 'Start from scratch',
  emptyText: 'An empty request, for any system that speaks HTTP',
  curl: 'From a curl command',
  curlText: 'As the documentation of many systems shows it',
  openapi: 'From an OpenAPI description',
  openapiText: 'One operation of an API that is described',
}

/** Requests from curl commands and OpenAPI descriptions. */
export const webhookImport = {
  curl: {
    title: 'From a curl command',
    text: 'Paste a command from the documentation of the receiver. It is only read, never run. Then put variables into its values.',
    label: 'curl command',
  },
  openapi: {
    title: 'From an OpenAPI description',
    text: 'Paste a description in OpenAPI 3.0 or 3.1, as JSON, or choose its file. Then choose the operation to call for alerts.',
    label: 'Description as JSON',
  },
  file: 'Choose file',
  read: 'List operations',
  operation: 'Operation',
  take: 'Fill in the request',
  imported: 'Imported. Check the rows, put variables into them and send a test.',
  problem: {
    notCurl: 'This is not a curl command: it has to start with curl',
    openQuote: 'A quotation mark is not closed: {{about}}',
    expansion: 'What the shell puts in for {{about}} is not known here. Put its value in its place.',
    operator:
      'Outside of quotation marks, {{about}} starts something other than curl. Remove it, or put the address in quotation marks.',
    unknownOption: 'The option {{about}} of curl is not known here. Remove it if it is not needed.',
    missingValue: 'The option {{about}} has no value',
    noUrl: 'The command has no address',
    twoUrls: 'The command has a second address: {{about}}',
    file: 'Files are not read: put the content in place of {{about}}',
    method: 'The method {{about}} cannot be sent. GET, POST, PUT, PATCH, DELETE and HEAD can.',
    header: 'A header consists of a name, a colon and a value: {{about}}',
    formPart: 'Parts of a form cannot have a type or a file name: {{about}}',
    tooLong: 'This is longer than a million characters',
    tooDeep: 'The description has more than 1,000 levels',
    notJson: 'This is not JSON. A description in YAML can be converted first.',
    notOpenApi: 'This is not a description in OpenAPI 3.0 or 3.1, but {{about}}',
    noOperation: 'The description has no operation',
    reference: 'The description refers to something that is not in it, or to itself: {{about}}',
    contentType: 'The operation takes {{about}}, which cannot be sent',
    tooMany: 'The body has more than 500 values, or more than 20 levels',
  },
  note: {
    ignored: 'Left out, since they are about curl itself: {{about}}',
    insecure:
      'The command does not verify the certificate. Here you can pin it instead: trust self-signed certificate.',
    assumedJson: 'curl would send the body as a form; it is taken as the JSON that it is.',
    xmlAsText:
      'XML is taken as text, in which values of variables are not escaped. To use variables, select the content type XML and add its elements as rows.',
    cycle: '{{about}} contains itself. It is followed once.',
    noServer: 'The description does not contain the address of the API: complete it.',
    ownHeader: 'Left out, since the portal sets this header: {{about}}',
  },
}
