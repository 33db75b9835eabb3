// A session with the Go client that openapi-generator makes of /openapi.json. Prints one JSON object for each step.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	hustings "hustings.example/client"
)

func show(step map[string]any) {
	text, _ := json.Marshal(step)
	fmt.Println(string(text))
}

func main() {
	settings := hustings.NewConfiguration()
	settings.Servers = hustings.ServerConfigurations{{URL: os.Getenv("HUSTINGS_URL")}}
	settings.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("HUSTINGS_KEY"))
	api := hustings.NewAPIClient(settings).DefaultAPI
	check := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}

	endorsers, _, err := api.ListEndorsers(context.Background()).Execute()
	check(err)
	names := []string{}
	for _, endorser := range endorsers.Data {
		names = append(names, endorser.Name+": "+endorser.Category.Name)
	}
	show(map[string]any{"step": "endorsers", "names": names})

	ballot, _, err := api.GetBallot(context.Background()).Location("Sample Mesa, NM").Execute()
	check(err)
	contests := []string{}
	for _, contest := range ballot.Data.Contests {
		for _, choice := range contest.Choices {
			contests = append(contests, contest.Title+": "+choice.Label)
		}
	}
	show(map[string]any{"step": "ballot", "contests": contests})

	ids := []int64{}
	pages := 0
	request := api.ListEndorsements(context.Background()).Limit(20)
	for {
		page, _, err := request.Execute()
		check(err)
		pages++
		for _, endorsement := range page.Data {
			ids = append(ids, endorsement.Id)
		}
		if !page.NextCursor.IsSet() || page.NextCursor.Get() == nil {
			break
		}
		request = request.Cursor(*page.NextCursor.Get())
	}
	show(map[string]any{"step": "endorsements", "ids": ids, "pages": pages})

	_, response, err := api.GetEndorsement(context.Background(), 1).Execute()
	known := false
	if failure, ok := err.(*hustings.GenericOpenAPIError); ok {
		if body, ok := failure.Model().(hustings.Error); ok {
			known = body.Error.Code == hustings.ERRORCODE_NOT_FOUND
		}
	}
	show(map[string]any{"step": "error", "status": response.StatusCode, "is_known": known})
}
