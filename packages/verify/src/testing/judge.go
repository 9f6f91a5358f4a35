// Notes and proofs before a judge that we have not written: the packages by which Go's own module database is checked.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run judge.go < asked.json
//
// Debian has them as golang-golang-x-mod-dev; nothing is downloaded.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type asked struct {
	Notes []struct {
		Vkey, Note string
	}
	Inclusions []struct {
		Index, Size int64
		EventHash   []byte
		Root        []byte
		Proof       [][]byte
	}
	Consistencies []struct {
		OldSize, NewSize int64
		OldRoot, NewRoot []byte
		Proof            [][]byte
	}
}

// What the judge says of each: empty if it accepts.
type said struct {
	Notes         []string `json:"notes"`
	Inclusions    []string `json:"inclusions"`
	Consistencies []string `json:"consistencies"`
}

func main() {
	var given asked
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	var answer said
	for _, each := range given.Notes {
		answer.Notes = append(answer.Notes, text(opened(each.Vkey, each.Note)))
	}
	for _, each := range given.Inclusions {
		leaf := tlog.RecordHash(each.EventHash)
		err := tlog.CheckRecord(hashes(each.Proof), each.Size, hash(each.Root), each.Index, leaf)
		answer.Inclusions = append(answer.Inclusions, text(err))
	}
	for _, each := range given.Consistencies {
		err := tlog.CheckTree(hashes(each.Proof), each.NewSize, hash(each.NewRoot), each.OldSize, hash(each.OldRoot))
		answer.Consistencies = append(answer.Consistencies, text(err))
	}
	json.NewEncoder(os.Stdout).Encode(answer)
}

// The note has to be signed by the key, and to be a checkpoint of the key's name.
func opened(vkey, text string) error {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return err
	}
	found, err := note.Open([]byte(text), note.VerifierList(verifier))
	if err != nil {
		return err
	}
	lines := strings.Split(found.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return fmt.Errorf("this is no checkpoint of %s", verifier.Name())
	}
	if size, err := strconv.ParseInt(lines[1], 10, 64); err != nil || strconv.FormatInt(size, 10) != lines[1] {
		return fmt.Errorf("this is no size: %s", lines[1])
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err == nil && len(root) != tlog.HashSize {
		err = fmt.Errorf("the root has %d bytes", len(root))
	}
	return err
}

func hash(raw []byte) tlog.Hash {
	var found tlog.Hash
	copy(found[:], raw)
	return found
}

func hashes(raw [][]byte) []tlog.Hash {
	found := []tlog.Hash{}
	for _, each := range raw {
		found = append(found, hash(each))
	}
	return found
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
